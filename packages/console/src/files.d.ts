/** What Vite turns into files of their own. */
declare module '*.css';
