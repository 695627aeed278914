import { Link, Outlet } from 'react-router-dom';

export const Layout = () => (
  <div className="layout">
    <header className="layout-header">
      <Link className="layout-home" to="/">
        <svg className="layout-mark" viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="8" />
          <path d="M19.5 7 12.5 25" />
        </svg>
        Web application
      </Link>
    </header>
    <main className="layout-main">
      <Outlet />
    </main>
    <footer className="layout-footer">
      <p>A foundation, waiting for its product.</p>
    </footer>
  </div>
);
