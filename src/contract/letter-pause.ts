/** Minutes in which a letter that confirms an e-mail is not sent once more (contract 1.13). */
export const letterPauseMinutes = 10;
