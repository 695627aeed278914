import { installClientReports } from './client-reports.ts';

// Imported before all else, so that errors of other modules are reported.
installClientReports();
