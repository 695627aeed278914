/** Features that are off, unless a product allows them. */
export type ClosedFeature = 'camera' | 'geolocation' | 'microphone' | 'payment' | 'usb';

/** Policies of documents that a product may open. */
export interface Policies {
  /** Allows a feature for the application's pages, and for iframes from these origins: `{ camera: ['self', 'https://scan.example'] }`. */
  readonly permissions?: Readonly<
    Partial<Record<ClosedFeature, readonly ['self', ...`https://${string}`[]]>>
  >;
  /** Referrer that requests to other origins get. Defaults to `same-origin`: none. */
  readonly referrer?: 'no-referrer' | 'same-origin' | 'strict-origin' | 'strict-origin-when-cross-origin';
}
