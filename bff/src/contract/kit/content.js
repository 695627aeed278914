export const isMarked = (content) => 'kind' in content && ['empty', 'bytes', 'events'].includes(content.kind);
export const empty = { kind: 'empty' };
export const bytes = (mediaType) => ({ kind: 'bytes', mediaType });
export const events = (data) => ({ kind: 'events', data });
