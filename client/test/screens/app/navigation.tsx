export const Navigation = () => null;
