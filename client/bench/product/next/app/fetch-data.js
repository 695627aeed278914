export async function fetchData(path) {
  const response = await fetch(`${process.env.API}/web/api${path}`, { cache: 'no-store' });
  return response.json();
}
