/** A tab of any engine. Elements are found by XPath, which both drivers understand. */
export interface Tab {
  readonly goto: (address: string) => Promise<void>;
  /** Waits for an element, and clicks it as a user does. */
  readonly click: (xpath: string) => Promise<void>;
  readonly clickAt: (x: number, y: number) => Promise<void>;
  /** Types into an element, or chooses a file by its path. */
  readonly type: (xpath: string, text: string) => Promise<void>;
  /** Enters a date, with or without a time. `parts` are in the order on the screen. */
  readonly enter: (xpath: string, ...parts: readonly string[]) => Promise<void>;
  readonly press: (key: 'Escape' | 'Enter') => Promise<void>;
  readonly evaluate: <T>(expression: string) => Promise<T>;
  /** Returns uncaught errors and console errors, if the driver reports them. */
  readonly problems: () => readonly string[];
}

/** A browser with a fresh profile. Accepts all prompts. */
export interface Engine {
  readonly tab: Tab;
  readonly newTab: () => Promise<Tab>;
  readonly openedTab: () => Promise<Tab>;
  readonly close: () => Promise<void>;
}

export const field = (label: string): string => `//*[@id=//label[normalize-space()='${label}']/@for]`;
export const button = (name: string): string => `//button[normalize-space()='${name}']`;
export const link = (name: string): string => `//a[normalize-space()='${name}']`;

export const shown = (tab: Tab) => tab.evaluate<string>('document.body.innerText');
