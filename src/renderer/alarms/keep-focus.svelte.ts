interface Kept {
  /** Replaced whole when one goes. */
  readonly items: () => readonly unknown[];
  readonly box: () => HTMLElement | null | undefined;
  /** Selects the button of each item that the focus goes on with. */
  readonly button: string;
  /** Takes the focus when no button is left. */
  readonly onlost: () => void;
}

/**
 * For items that go and move by themselves, called while their component is made: a focus
 * that was in one of them goes on with the next.
 */
export function keepFocus({ items, box, button, onlost }: Kept): void {
  const buttons = (): HTMLElement[] => [...(box()?.querySelectorAll<HTMLElement>(button) ?? [])];
  let seen: readonly unknown[] = [];
  let hadFocus = false;
  let place = 0;

  $effect.pre(() => {
    if (items() === seen) return;
    seen = items();
    const focused = document.activeElement;
    hadFocus = box()?.contains(focused) === true;
    place = Math.max(
      0,
      buttons().findIndex((one) => one === focused),
    );
  });

  $effect(() => {
    if (items() !== seen || !hadFocus || document.activeElement !== document.body) return;
    const now = buttons();
    const next = now[Math.min(place, now.length - 1)];
    if (next === undefined) onlost();
    else next.focus();
  });
}
