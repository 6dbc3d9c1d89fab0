import { startApp } from '#app/boot.tsx';

void startApp();
