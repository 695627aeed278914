/** Texts of `SelectionBar`. */
export const selection = {
  all: 'Select all on this page',
  one: (name: string) => `Select ${name}`,
  chosen: (count: number) => `${count} selected`,
  clear: 'Clear selection',
};
