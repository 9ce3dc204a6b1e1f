"""What the engine's connectors of KV caches make of a configuration, without a store and without a GPU: their classes, their settings and their files."""

import inspect
import json
import os
import tempfile

from aphrodite.config.kv_transfer import KVTransferConfig
from aphrodite.distributed.kv_transfer.kv_connector.factory import KVConnectorFactory
from aphrodite.distributed.kv_transfer.kv_connector.v1.mooncake.store import worker as mooncake_worker
from aphrodite.v1.kv_offload import tiering
from aphrodite.v1.kv_offload.factory import OffloadingSpecFactory
from aphrodite.v1.kv_offload.tiering.factory import SecondaryTierFactory
from aphrodite.v1.kv_offload.tiering.obj.config import ObjStoreConfig


def examine(transfer, files):
    """The connectors in their order, and whether all of them can move caches of several kinds; raises what a setting would raise."""
    return {
        "connectors": ",".join(child.kv_connector for child in children(transfer)),
        "engine_ids": len({child.engine_id for child in children(transfer)} | {transfer.engine_id}),
        "several_kinds": str(KVConnectorFactory.supports_hma_config(transfer)),
        "settings": json.dumps([settings(child, files) for child in children(transfer)]),
    }


def children(transfer):
    if transfer.kv_connector != "MultiConnector":
        return [transfer]
    given = transfer.kv_connector_extra_config["connectors"]
    # as MultiConnector makes them
    return [KVTransferConfig(**{**child, "engine_id": child.get("engine_id", transfer.engine_id)}) for child in given]


def settings(child, files):
    extra = child.kv_connector_extra_config
    if child.kv_connector == "OffloadingConnector":
        return offloading(extra)
    if child.kv_connector == "MooncakeStoreConnector":
        return mooncake(extra, files)
    return {}


def offloading(extra):
    cls = OffloadingSpecFactory.get_spec_cls(extra)
    cls.build_metric_definitions(extra)
    for tier in extra.get("secondary_tiers", []):
        own = {name: value for name, value in tier.items() if name != "type"}
        inspect.signature(SecondaryTierFactory.get_tier_class(tier).__init__).bind(
            None, offloading_spec=None, primary_kv_view=None, tier_type=tier["type"], **own
        )
        if "store_config" in tier:
            ObjStoreConfig(**tier["store_config"]).to_nixl_params()
    known(extra, offloading_sources())
    return {"spec": cls.__name__}


def offloading_sources():
    root = os.path.dirname(os.path.dirname(tiering.__file__))
    connector = os.path.dirname(inspect.getfile(KVConnectorFactory))
    return sources(root) + sources(os.path.join(connector, "v1", "offloading"))


def mooncake(extra, files):
    known(extra, sources(os.path.dirname(mooncake_worker.__file__)))
    (content,) = [file["content"] for file in files if file["path"] == os.environ["MOONCAKE_CONFIG_PATH"]]
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(content)
        file.flush()
        store = mooncake_worker.MooncakeStoreConfig.from_file(file.name)
    unknown = set(json.loads(content)) - {name for name in vars(store)}
    if unknown:
        raise ValueError(f"Mooncake's file has fields that nothing reads: {sorted(unknown)}")
    return {"mode": store.mode, "segment": store.global_segment_size, "tenant": store.tenant_id}


def sources(folder):
    texts = []
    for root, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".py"):
                with open(os.path.join(root, name)) as file:
                    texts.append(file.read())
    return "\n".join(texts)


def known(extra, text):
    """The engine reads settings by name and says nothing of others."""
    unknown = [name for name in extra if f'"{name}"' not in text]
    if unknown:
        raise ValueError(f"settings that nothing reads: {unknown}")
