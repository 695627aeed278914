const api = `${process.env.API}/web/api/:path*`;

export default {
  basePath: '/web',
  rewrites: async () => [{ source: '/web/api/:path*', destination: api, basePath: false }],
};
