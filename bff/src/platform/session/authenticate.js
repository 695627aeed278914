import fp from 'fastify-plugin';
/** Until sign-in is filled in. */
export const nobody = () => null;
export const session = fp(
  async (app, { authenticate }) => {
    app.decorateRequest('session', null);
    app.addHook('onRequest', (request, _reply, done) => {
      const told = authenticate(request);
      const take = (session) => {
        request.session = session;
        done();
      };
      if (told instanceof Promise) told.then(take, done);
      else take(told);
    });
  },
  { name: 'session' },
);
