interface Props {
  readonly state: string;
  readonly name?: string;
  readonly dependencies?: readonly { readonly name: string; readonly state: string }[];
}

export const HomeFrame = ({ state, name, dependencies = [] }: Props) => (
  <>
    <h1>Home</h1>
    <p className="test-state">{state}</p>
    {name !== undefined && <a href={name}>Link</a>}
    <ul>
      {dependencies.map((dependency) => (
        <li key={dependency.name} data-state={dependency.state}>
          {dependency.name}
        </li>
      ))}
    </ul>
  </>
);
