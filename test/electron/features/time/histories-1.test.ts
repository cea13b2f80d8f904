/** Half of the histories; see check-histories.ts. */
import { checkHistories } from './check-histories.ts';

checkHistories(0);
