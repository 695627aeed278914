import './styles/tokens.css';
import './styles/base.css';
import './styles/frame.css';
import './styles/product.css';
import Link from 'next/link';

export const metadata = { title: 'Articles' };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <div className="layout">
          <header className="layout-header">
            <Link href="/">Articles</Link>
          </header>
          <main className="layout-main" id="main" tabIndex={-1}>
            {children}
          </main>
          <footer className="layout-footer">
            <p>The same two screens everywhere.</p>
          </footer>
        </div>
      </body>
    </html>
  );
}
