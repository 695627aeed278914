/** Point 1: what the product is called, what it is for, and its language. `purpose: null` says that it is not established yet. */
export const product: Product = {
  name: 'Web application',
  purpose: null,
  language: 'en',
};

interface Product {
  readonly name: string;
  readonly purpose: string | null;
  /** Of the texts that people read (BCP 47); the document says it. */
  readonly language: string;
}
