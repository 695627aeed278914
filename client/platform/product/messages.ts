export { problems, rules } from '#messages/contract.ts';
