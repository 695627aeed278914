import { Link } from '#platform/ui/link.tsx';

export function Links() {
  return (
    <nav>
      {['reading', 'waiting', 'writing'].map((name) => (
        <Link key={name} to={`/test/${name}`}>
          To {name}
        </Link>
      ))}
    </nav>
  );
}
