/** The name of a control, such as `rows[0].title`, from the path of its field: `rows`, `0`, `title`. */
export const nameOf = (path: readonly string[]): string =>
  path.map((part, at) => (/^\d+$/.test(part) ? `[${part}]` : `${at > 0 ? '.' : ''}${part}`)).join('');

/** The path of the field, from the name of its control or from dots alone: `rows.0.title`. */
export const pathOf = (name: string): string[] => name.split(/[.[\]]+/).filter((part) => part !== '');
