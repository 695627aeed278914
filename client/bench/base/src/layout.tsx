import { Link, Outlet } from 'react-router-dom';

export function Layout() {
  return (
    <div className="layout">
      <header>
        <Link to="/">Web application</Link>
      </header>
      <main>
        <Outlet />
      </main>
      <footer>
        <p>A foundation, waiting for its product.</p>
      </footer>
    </div>
  );
}
