/** Which document a request gets of an application in English (the first) and German. */
export const choices: readonly {
  readonly accept?: string;
  readonly cookie?: string;
  readonly language: 'en' | 'de';
}[] = [
  { language: 'en' },
  { accept: 'de', language: 'de' },
  { accept: 'de-AT', language: 'de' },
  { accept: 'DE-at', language: 'de' },
  { accept: 'de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7', language: 'de' },
  { accept: 'en-GB,en;q=0.9,de;q=0.8', language: 'en' },
  { accept: 'en;q=0.5, de;q=0.7', language: 'en' },
  { accept: 'en;q=0, de;q=0.5', language: 'de' },
  { accept: 'fr, de;q=0.001', language: 'de' },
  { accept: 'fr, de ; q=0.30 , en;q=0.2', language: 'de' },
  { accept: 'en, de', language: 'en' },
  { accept: 'de, en', language: 'de' },
  { accept: 'de;q=0.5,en;q=0.999', language: 'de' },
  { accept: 'de;q=0', language: 'en' },
  { accept: 'de;q=0.000, fr', language: 'en' },
  { accept: '*', language: 'en' },
  { accept: 'fr, *;q=0.5, de;q=0.1', language: 'de' },
  { accept: 'den, ade, x-de', language: 'en' },
  { accept: 'de;q=0.0001,en', language: 'de' },
  { accept: ',,de,', language: 'de' },
  { cookie: 'web-language=de', language: 'de' },
  { cookie: 'a=b; web-language=de; c=d', accept: 'en', language: 'de' },
  { cookie: 'web-language=en', accept: 'de', language: 'en' },
  { cookie: 'web-language=fr', accept: 'de', language: 'de' },
  { cookie: 'other-web-language=de', language: 'en' },
  { cookie: 'web-language=de-AT', language: 'en' },
  { cookie: 'a=web-language=de', language: 'en' },
];
