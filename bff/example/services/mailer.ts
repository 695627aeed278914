import { defineService } from '#platform/services/define-service.ts';

/** Announces published notes. It only logs: a product with a mail server uses nodemailer here. */
export const mailer = defineService(({ settings, log }) => ({
  announce: async (title: string, to: string): Promise<void> => {
    log.info({ from: settings.MAIL_FROM, to, title }, 'mail');
  },
}));
