"""AWS as the tests know it: botocore's models say what a request may be, moto answers it."""

import logging

import boto3
import botocore.exceptions
import botocore.parsers
import botocore.session
from botocore.config import Config
from botocore.validate import ParamValidator
from moto.server import ThreadedMotoServer

from model import breaches

# moto's server logs each request
logging.getLogger("werkzeug").setLevel(logging.CRITICAL)

# what moto answers, instead of an error of the service, where it has no such operation
absent = {"error": {"code": "NotInMoto", "message": "moto has no such operation"}}


class Aws:
    """One moto server, and a client for each service."""

    def __init__(self, region):
        self.region = region
        self.server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
        self.server.start()
        host, port = self.server.get_host_and_port()
        self.endpoint = f"http://{host}:{port}"
        self.session = botocore.session.get_session()
        self.clients = {}

    def operation(self, service, operation):
        return self.session.get_service_model(service).operation_model(operation)

    def problems(self, service, operation, params):
        """What is wrong with a request, by who says so."""
        shape = self.operation(service, operation).input_shape
        report = ParamValidator().validate(params, shape).generate_report()
        found = [{"from": "botocore", "message": line} for line in report.splitlines()]
        return found + [{"from": "model", "message": f"{path}: {message}"} for path, message in breaches(params, shape)]

    def call(self, service, operation, params):
        """moto's answer, or its refusal."""
        method = botocore.xform_name(operation)
        try:
            answer = getattr(self.client(service), method)(**params)
        except botocore.parsers.ResponseParserError:
            return absent
        except botocore.exceptions.ClientError as error:
            if error.response["Error"]["Code"] in ("404", "500", "501"):
                return absent
            return {"error": {"code": error.response["Error"]["Code"], "message": error.response["Error"]["Message"]}}
        answer.pop("ResponseMetadata", None)
        return {"result": answer}

    def client(self, service):
        if service not in self.clients:
            self.clients[service] = boto3.client(
                service,
                region_name=self.region,
                endpoint_url=self.endpoint,
                aws_access_key_id="test",
                aws_secret_access_key="test",
                config=Config(retries={"total_max_attempts": 1}, parameter_validation=False),
            )
        return self.clients[service]
