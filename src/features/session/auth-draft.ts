/**
 * What was typed to sign up, before the whole form is opened (specification, section 3). The e-mail goes with whoever
 * changes between signing in, signing up and a new password. In the memory of the page alone: a device is lent.
 */
export interface SignUpDraft {
  acceptedPrivacyPolicy: boolean;
  acceptedTermsAndConditions: boolean;
  email: string;
}

export const emptyDraft: Readonly<SignUpDraft> = {
  acceptedPrivacyPolicy: false,
  acceptedTermsAndConditions: false,
  email: '',
};

let draft: SignUpDraft = { ...emptyDraft };

export const readDraft = (): Readonly<SignUpDraft> => draft;

export function writeDraft(given: Partial<SignUpDraft>): void {
  draft = { ...draft, ...given };
}

/** Once somebody has signed in, signed up or gone. */
export function forgetDraft(): void {
  draft = { ...emptyDraft };
}
