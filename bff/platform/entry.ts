import './node-version.ts';
import './main.ts';
