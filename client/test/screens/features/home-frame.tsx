export const HomeFrame = ({ state }: { readonly state: string }) => (
  <>
    <h1>Home</h1>
    <p className="test-state">{state}</p>
  </>
);
