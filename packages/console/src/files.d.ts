/** Vite turns style sheets into files. */
declare module '*.css';
