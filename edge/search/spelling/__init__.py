"""Words of a query that no page has: spelt otherwise, or nowhere."""
