import { storedLanguage } from '../i18n/language.ts';
import styles from './plain-page.module.css';

/** The catalogue itself may be what could not be loaded, so these few words stand here. */
const words = {
  en: {
    title: 'We have a problem!',
    text: 'The page you are looking for is temporarily unavailable.',
    again: 'Try again',
  },
  km: {
    title: 'យើងមានបញ្ហា!',
    text: 'ទំព័រដែលអ្នកកំពុងស្វែងរក មិនអាចប្រើបានជាបណ្តោះអាសន្ន។',
    again: 'ព្យាយាមម្តងទៀត',
  },
};

/** Shown where the portal could not even start: the server is away. */
export function StartFault() {
  const { title, text, again } = words[storedLanguage()];
  return (
    <main className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      <button type="button" className={styles.button} onClick={() => window.location.reload()}>
        {again}
      </button>
    </main>
  );
}
