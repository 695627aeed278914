export { type Settings, settings } from '#settings.ts';
