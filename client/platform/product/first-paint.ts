import '#app/first-paint.ts';
