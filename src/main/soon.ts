/**
 * Calls `act` once with the last value, after what is under way: a large push doesn't
 * stand in front of the answer that the page waits for.
 */
export function soon<Value>(act: (value: Value) => void): (value: Value) => void {
  let waiting: { value: Value } | null = null;
  return (value) => {
    if (waiting === null)
      setImmediate(() => {
        const last = waiting;
        waiting = null;
        if (last !== null) act(last.value);
      });
    waiting = { value };
  };
}
