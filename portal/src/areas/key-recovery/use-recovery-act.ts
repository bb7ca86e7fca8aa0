import type { Area } from '@tonle/contract/areas';
import { useAct } from '../../api/use-act.ts';

export const keyRecoveryArea: Area = 'key-recovery';

export const useRecoveryAct = () => useAct([keyRecoveryArea]);
