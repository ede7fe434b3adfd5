-- Tiers are called tiers.

ALTER TABLE consents RENAME COLUMN rungs TO tiers;
ALTER TABLE calls RENAME COLUMN rung TO tier;
