/** The classes of a component and those that its user adds, as one attribute. */
export const classNames = (...names: readonly (string | undefined)[]): string =>
  names.filter(Boolean).join(' ');
