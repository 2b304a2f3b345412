const all = (form: HTMLElement): HTMLElement[] => [
  ...form.querySelectorAll<HTMLElement>('[data-field]'),
];

/** The first element of a form, in its order, whose `data-field` is one of those given. */
export const firstField = (form: HTMLElement, fields: ReadonlySet<string>): HTMLElement | null =>
  all(form).find((element) => fields.has(element.dataset['field'] ?? '')) ?? null;

/** The element of a field, else of what holds it: of `relay` for a relay that is gone. */
export function nearestField(form: HTMLElement, field: string): HTMLElement | null {
  const found = form.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`);
  const holder = field.slice(0, Math.max(0, field.lastIndexOf('/')));
  return found ?? (holder === '' ? null : nearestField(form, holder));
}
