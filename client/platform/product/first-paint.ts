import '../../src/app/first-paint.ts';
