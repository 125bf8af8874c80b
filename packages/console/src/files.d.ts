/** Lets modules import style sheets, which Vite bundles. */
declare module '*.css';
