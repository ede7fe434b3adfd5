// What may leave this device, and only after a yes.

export function escalation() {
  return null;
}
