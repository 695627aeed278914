import './icon.css';

const paths = {
  up: 'M8 12V4M4 8l4-4 4 4',
  down: 'M8 4v8M4 8l4 4 4-4',
  unknown: 'M6 6a2 2 0 1 1 2 2v1M8 12v.1',
} as const;

export const Icon = ({ state }: { readonly state: string }) => (
  <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={paths[state as keyof typeof paths] ?? paths.unknown} />
  </svg>
);
