/** Point 1: the product's name, its purpose (`null` until it is decided) and its language. */
export const product: Product = {
  name: 'Web application',
  purpose: null,
  language: 'en',
};

interface Product {
  readonly name: string;
  readonly purpose: string | null;
  /** The language of all texts (BCP 47); the document's `lang`. */
  readonly language: string;
}
