import './avatar.css';

export const Avatar = ({ name }: { readonly name: string }) => (
  <span className="avatar" aria-hidden="true">
    {name.slice(0, 2).toUpperCase()}
  </span>
);
