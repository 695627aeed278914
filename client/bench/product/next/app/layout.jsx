import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/product.css';
import Link from 'next/link';

export const metadata = { title: 'Articles' };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <div className="layout">
          <header className="layout-header">
            <Link className="layout-home" href="/">
              <svg className="layout-mark" viewBox="0 0 32 32" aria-hidden="true">
                <rect width="32" height="32" rx="8" />
                <path d="M19.5 7 12.5 25" />
              </svg>
              Web application
            </Link>
          </header>
          <main className="layout-main">{children}</main>
          <footer className="layout-footer">
            <p>A foundation, waiting for its product.</p>
          </footer>
        </div>
      </body>
    </html>
  );
}
