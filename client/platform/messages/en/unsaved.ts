export const messages = { leaving: 'Leave without saving your input?' };
