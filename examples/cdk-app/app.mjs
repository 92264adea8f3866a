import { App, Stack } from 'aws-cdk-lib';
import { FileConversion } from 'file-conversion-construct';

const stack = new Stack(new App(), 'Files');
new FileConversion(stack, 'Conversion', { throttleRate: 100 });
