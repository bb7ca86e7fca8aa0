import { defineTexts } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.tsx';

export const paymentQrTexts = defineTexts('payment-qr', {
  en: () => import('./payment-qr.en.ts'),
  km: () => import('./payment-qr.km.ts'),
});

export const usePaymentQrTexts = () => useTexts(paymentQrTexts);
