/** A record could not be stored, since there is one with its identifier. */
export class IdentifierTaken extends Error {
  constructor() {
    super('The identifier is taken');
    this.name = 'IdentifierTaken';
  }
}
