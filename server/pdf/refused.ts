/** This PDF cannot be used for what was asked; the message is a sentence for the person. */
export class Refused extends Error {}
