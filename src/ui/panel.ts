import styles from './panel.module.css';

/** Of a part of a page in a frame of its own, whatever element it is: a section, the fieldset of a form. */
export const panelClass = styles['panel'];
