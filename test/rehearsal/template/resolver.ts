import { arnOf, namingProperty, PSEUDO_PARAMETERS } from './stand-in-values.ts';
import type { Template } from './template.ts';

type Arguments = readonly unknown[];

/** Puts values in the place of a template's references, as CloudFormation does, for resources that nobody made. */
export class Resolver {
  private readonly template: Template;
  private readonly queueUrls: ReadonlyMap<string, string>;

  /** @param queueUrls the addresses of queues, by their names: what `Ref` gives for a queue */
  constructor(template: Template, queueUrls: ReadonlyMap<string, string> = new Map()) {
    this.template = template;
    this.queueUrls = queueUrls;
  }

  resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.resolve(item));
    if (typeof value !== 'object' || value === null) return value;
    const [entry, ...others] = Object.entries(value);
    if (entry && others.length === 0 && isIntrinsic(entry[0])) return this.call(entry[0], entry[1]);
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.resolve(item)]));
  }

  text(value: unknown): string {
    const resolved = this.resolve(value);
    if (typeof resolved !== 'string') throw new Error(`${JSON.stringify(value)} is no text`);
    return resolved;
  }

  name(id: string): string {
    const resource = this.resource(id);
    const property = namingProperty(resource);
    const name = property ? resource.Properties[property] : undefined;
    return name === undefined ? id : this.text(name);
  }

  arn(id: string): string {
    return arnOf(this.resource(id), this.name(id));
  }

  private resource(id: string) {
    const resource = this.template.resources.get(id);
    if (!resource) throw new Error(`The template has no resource ${id}`);
    return resource;
  }

  private call(name: string, argument: unknown): unknown {
    if (name === 'Ref') return this.reference(argument as string);
    if (name === 'Fn::GetAtt') return this.attribute(...(argument as [string, string]));
    if (name === 'Fn::Sub') return this.substitute(argument as string);
    const [first, second] = this.resolve(argument) as Arguments;
    if (name === 'Fn::Join') return (second as Arguments).join(first as string);
    if (name === 'Fn::Split') return (second as string).split(first as string);
    if (name === 'Fn::Select') return (second as Arguments)[Number(first)];
    throw new Error(`Nothing is known of ${name}`);
  }

  private reference(id: string): string {
    const known = PSEUDO_PARAMETERS[id];
    if (known !== undefined) return known;
    const name = this.name(id);
    return this.queueUrls.get(name) ?? name;
  }

  private attribute(id: string, attribute: string): string {
    if (attribute === 'Arn' || attribute.endsWith('Arn')) return this.arn(id);
    if (attribute === 'RegionalDomainName') return `${this.name(id)}.s3.${this.reference('AWS::Region')}.amazonaws.com`;
    return attribute.endsWith('Name') ? this.name(id) : `${id}.${attribute}`;
  }

  private substitute(text: string): string {
    return text.replace(/\$\{([^!}]+)\}/g, (_, name: string) => {
      const [id = '', attribute] = name.split('.');
      return attribute ? this.attribute(id, attribute) : this.reference(id);
    });
  }
}

function isIntrinsic(name: string): boolean {
  return name === 'Ref' || name.startsWith('Fn::');
}
