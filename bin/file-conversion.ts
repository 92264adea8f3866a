import { App, Stack, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { FileConversion } from '../lib/file-conversion.ts';

const app = new App();
const stack = new Stack(app, 'FileConversion', {
  description: 'A file conversion API: upload a file, download it in another format.',
});
new FileConversion(stack, 'Service');

// Synthesis fails on a finding that nobody has fixed or acknowledged with a reason.
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
