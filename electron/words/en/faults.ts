/** English: what is wrong with an answer. The errors say it themselves, because logs have it in English whatever is spoken. */
export { faultText as faults } from '../../service/faults.ts';
