/** A copy of the screen's own placeholder, or of the one that the other screens share. Empty in development, whose document has none. */
export function placeholderOf(path: string): Node | string {
  const template = (name: string) =>
    document.querySelector<HTMLTemplateElement>(`template[data-path="${name}"]`);
  return (template(path) ?? template(''))?.content.cloneNode(true) ?? '';
}
